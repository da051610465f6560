/** What a picture that is handed in may be at most: what a current phone takes, and two cores still decode in a moment. */
export const pictureLimits = { maxBytes: 10 * 1024 * 1024, megapixels: 25 } as const
