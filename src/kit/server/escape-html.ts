const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The text with the five characters that mean something in HTML written out. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character] ?? character)
}
