import { describe, expect, test } from 'vitest'
import { pastedHtml } from './pasted-html.ts'

describe('what Word puts on the clipboard', () => {
  test('keeps its headings, tables and emphasis, and loses its styles and its own elements', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style>
<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body lang=EN-US>
<!--StartFragment--><h1 style='mso-x:y'>Sizes</h1><p class=MsoNormal style='margin:0cm'><b>Chest</b><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoTableGrid border=1><tr><td width=10 style='border:solid'><p class=MsoNormal>S</p></td></tr></table>
<!--EndFragment--></body></html>`
    expect(pastedHtml(word).replaceAll(/\s*\n\s*/g, '')).toBe(
      '<h2>Sizes</h2><p><b>Chest</b></p><table border=1><tr><td width=10><p>S</p></td></tr></table>',
    )
  })

  test('has lists again, bulleted and numbered', () => {
    const entry = (drawn: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span>${drawn}\
<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>\n`
    expect(pastedHtml(entry('·', 'Lawn') + entry('·', 'Khaddar'))).toBe(
      '<ul><li><p>Lawn</p></li><li><p>Khaddar</p></li></ul>',
    )
    expect(pastedHtml(`${entry('1.', 'Wash')}${entry('2.', 'Dry')}<p>After</p>`)).toBe(
      '<ol><li><p>Wash</p></li><li><p>Dry</p></li></ol><p>After</p>',
    )
  })
})

test('what Google Docs puts on the clipboard is not bold as a whole, and is where it was', () => {
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span \
style="font-size:11pt;font-weight:400">Plain </span><span style="font-weight:700;font-style:italic">both</span></p></b>`
  expect(pastedHtml(docs)).toBe(
    '<meta charset="utf-8"><p dir="ltr"><span>Plain </span><span data-bold="" data-italic="">both</span></p>',
  )
})

test('no handler, class or style survives, however it is written', () => {
  expect(pastedHtml(`<p onclick=x class='a' STYLE="b" id=c>t</p><script>x</script>`)).toBe('<p>t</p>')
})
