import classes from './comparison.module.css'

/** Old and new values side by side, only the fields that differ. */
export function Comparison({
  fields,
  labels,
}: {
  fields: readonly { path: string; before: string; after: string }[]
  labels: Readonly<Record<string, string>>
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.box} aria-label="What changed" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">{labels[path] ?? path}</th>
              <td dir="auto">{before ? <del>{before}</del> : '–'}</td>
              <td dir="auto">{after ? <ins>{after}</ins> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
