/** The path of the screen of an import, which notifications link to as well. */
export const importPath = '/bulk/import'
