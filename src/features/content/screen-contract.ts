/** The path of the screen of a release, which letters and notifications link to as well. */
export const releasePath = '/release'
