import { escapeHtml } from '#kit/server/escape-html.ts'

interface Operation {
  operationId: string
  summary: string
  description?: string
  'x-permission'?: string
  'x-scope'?: string
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean; description?: string }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

type Webhooks = Record<string, { post: Pick<Operation, 'summary' | 'requestBody'> }>

/** The OpenAPI document as a readable page without scripts: every call with its input and its answers, and every event. */
export function docsPage(openApi: Record<string, unknown>): string {
  const paths = Object.entries(openApi.paths as Record<string, Record<string, Operation>>)
  const calls = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callSection(method.toUpperCase(), path, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Munshi: the calls</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>The calls</h1><p>From the contracts that the server runs on. The same as data:
<a href="/api/openapi.json">openapi.json</a></p>${calls.join('\n')}${eventsOf(openApi)}</main></body></html>`
}

function eventsOf({ tags = [], webhooks = {} }: { tags?: unknown; webhooks?: unknown }): string {
  const rules = (tags as { description: string }[]).map(
    ({ description }) => `<p>${escapeHtml(description)}</p>`,
  )
  const events = Object.entries(webhooks as Webhooks).map(
    ([kind, { post }]) => `<section><h2 id="${escapeHtml(kind)}"><code>${escapeHtml(kind)}</code></h2>
<p>${escapeHtml(post.summary)}</p>${bodiesOf(post)}</section>`,
  )
  return `<h1>The events</h1>${rules.join('')}${events.join('\n')}`
}

function callSection(method: string, path: string, operation: Operation): string {
  const { 'x-scope': scope, 'x-permission': permission } = operation
  const [proof = 'open to anyone'] = Object.keys(operation.security[0] ?? {})
  const who = scope === undefined ? (permission ?? proof) : `intake key with the scope ${scope}`
  const parameters = operation.parameters.map(({ name, in: place, required, description }) => {
    const more = place === 'header' && description ? `: ${escapeHtml(description)}` : ''
    return `<li><code>${escapeHtml(name)}</code> in ${place}${required ? ', required' : ''}${more}</li>`
  })
  const answers = Object.entries(operation.responses).map(
    ([status, { description }]) => `<li><code>${status}</code> ${escapeHtml(description)}</li>`,
  )
  const schemas = [
    bodiesOf(operation),
    ...Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) =>
        Object.values(content ?? {}).map(({ schema }) => schemaBlock(`Answer ${status}`, schema)),
      ),
  ]
  return `<section><h2 id="${escapeHtml(operation.operationId)}"><b>${method}</b> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)} <em>${escapeHtml(who)}</em></p>
${operation.description ? `<p>${escapeHtml(operation.description)}</p>` : ''}
${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}<ul>${answers.join('')}</ul>${schemas.join('')}</section>`
}

function bodiesOf({ requestBody }: Pick<Operation, 'requestBody'>): string {
  return Object.entries(requestBody?.content ?? {})
    .map(([type, { schema }]) => schemaBlock(`Body, ${type}`, schema))
    .join('')
}

function schemaBlock(title: string, schema: unknown): string {
  return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`
}

export const docsStyle = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0}main{max-width:860px;margin:0 auto;padding:24px 16px}
section{border-top:1px solid #8884;padding:8px 0}h2{font-size:15px;font-weight:400;margin:8px 0}
ul{margin:4px 0;padding-left:20px}pre{overflow:auto;max-height:420px;font-size:12px}code{overflow-wrap:anywhere}
em{opacity:.75}`
