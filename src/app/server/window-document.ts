import type { DrawnPage } from '#features/window/contract.ts'
import { escapeHtml } from '#kit/server/escape-html.ts'

/** The files that a document loads, by their addresses. */
export interface DocumentFiles {
  scripts: readonly string[]
  styles: readonly string[]
}

/** JSON in a document: nothing of it can end the element that holds it. */
const inDocument = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const beginning = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">`

function filesIn({ scripts, styles }: DocumentFiles): string {
  return [
    ...styles.map((style) => `<link rel="stylesheet" crossorigin href="${style}">`),
    ...scripts.map((script) => `<script type="module" crossorigin src="${script}"></script>`),
  ].join('\n')
}

function documentOf(head: string, body: string): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
${beginning}
${head}
</head>
<body>
${body}
</body>
</html>
`
}

/** The document of a drawn page, with what it was drawn from: its first paint asks for nothing but its files. */
export function shopDocument({ facts, body, styles, shown }: DrawnPage, files: DocumentFiles): string {
  const { title, description, address, picture, kind, isIndexed, data } = facts
  const meta = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escapeHtml(content)}">`
  const graph = { '@context': 'https://schema.org', '@graph': data }
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    isIndexed
      ? `<link rel="canonical" href="${escapeHtml(address)}">`
      : '<meta name="robots" content="noindex">',
    '<link rel="icon" type="image/png" href="/icon.png">',
    facts.sitemap && '<link rel="manifest" href="/shop/manifest.webmanifest">',
    ...facts.feeds.map(
      ({ type, path }) => `<link rel="alternate" type="${type}" href="${escapeHtml(path)}">`,
    ),
    facts.sitemap && `<link rel="sitemap" type="application/xml" href="${escapeHtml(facts.sitemap)}">`,
    meta('title', title),
    meta('description', description),
    meta('type', kind),
    isIndexed && meta('url', address),
    ...(picture
      ? [
          meta('image', picture.address),
          meta('image:width', String(picture.width)),
          meta('image:height', String(picture.height)),
          picture.alt && meta('image:alt', picture.alt),
        ]
      : []),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    isIndexed && data.length > 0 && `<script type="application/ld+json">${inDocument(graph)}</script>`,
    filesIn(files),
    styles && `<style>${styles}</style>`,
  ]
  const shownData = `<script type="application/json" id="shown">${inDocument(shown)}</script>`
  return documentOf(head.filter(Boolean).join('\n'), `<div id="window">${body}</div>\n${shownData}`)
}

/** The document that a preview draws in: nothing but the files. */
export function frameDocument(files: DocumentFiles): string {
  const head = `<meta name="robots" content="noindex">\n<title>Preview</title>\n${filesIn(files)}`
  return documentOf(head, '<div id="window"></div>')
}
