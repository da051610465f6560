/** What calls itself a browser and is none. */
const bots =
  /bot|crawl|spider|slurp|preview|fetch|monitor|headless|lighthouse|pagespeed|facebookexternalhit|whatsapp|telegram|scan|archiver|validator|prerender/i

/** True for whatever is no person's browser. Every browser says Mozilla/5.0 first; programs rarely do. */
export function isBot(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/5.0 ') || bots.test(userAgent)
}

/** A repeat within this time is the same reading. */
export const repeatMinutes = 30
