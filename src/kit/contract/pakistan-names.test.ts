import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from './finding.ts'
import { compareAccountTitle } from './pakistan.ts'

const seen = ([finding]: Finding[]) => finding && `${finding.level} ${finding.code}`

describe('the title of an account', () => {
  const compared = (title: string, ...names: string[]) => seen(compareAccountTitle(title, names))

  it('fits a name in another case, order or spelling, with initials, titles and company forms', () => {
    const fitting: [string, string][] = [
      ['MUHAMMAD ALI KHAN', 'Muhammad Ali Khan'],
      ['KHAN MUHAMMAD ALI', 'Ali Khan'],
      ['M. ALI KHAN', 'Mohammad Ali Khan'],
      ['M A KHAN', 'Muhammad Ali Khan'],
      ['MOHD AHMAD RAZA', 'Ahmed Raza'],
      ['MR. GHULAM HUSSAIN', 'Ghulam Hussein'],
      ['MRS FATIMA NOOR', 'Fatimah Nur'],
      ['SYED USMAN SHAH', 'Osman Shah'],
      ['M KHAN', 'Mariam Khan'],
      ['NADEEM AKHTAR', 'Nadim Akhtar'],
      ['MUHAMMAD BILAL', 'Bilal'],
      ['SYED AHMED RAZA', 'Muhammad Ahmed Raza'],
      ['MR GHULAM HUSSAIN', 'Ghulam Hussain Shah'],
      ['Al Fatah Store', 'AlFatah Store'],
      ['KHAADI (PVT) LTD', 'Khaadi'],
      ['M/S GUL AHMED TEXTILES (PRIVATE) LIMITED', 'Gul Ahmed Textiles'],
      ['AYESHA KHAN', 'ayeshakhan'],
      ['عائشہ خان', 'عائشہ خان'],
    ]
    for (const [title, name] of fitting)
      expect(compared(title, name), `${title} / ${name}`).toBe('ok account_title_fits')
  })

  it('fits when it is the name of the shop and not of the person', () => {
    expect(compared('LAHORE LEATHER WORKS', 'Bilal Aslam', 'Lahore Leather Works')).toBe(
      'ok account_title_fits',
    )
  })

  it('is a warning when it is of somebody else', () => {
    const other: [string, string][] = [
      ['ALI HASSAN', 'Ali Hussain'],
      ['BILAL ASLAM', 'Ayesha Khan'],
      ['AYESHA KHAN', 'Bilal Khan'],
      ['KHAN', 'Bilal Khan'],
      ['M', 'Bilal Khan'],
      ['B. K.', 'Bilal Khan'],
      ['ALI TRADERS', 'Ali Brothers'],
      ['AYESHA KHAN', 'عائشہ خان'],
      ['...', 'Bilal Khan'],
    ]
    for (const [title, name] of other) {
      expect(compared(title, name), `${title} / ${name}`).toBe('warning account_title_differs')
    }
  })

  it('is not compared where nothing was given', () => {
    expect(compareAccountTitle('', ['Bilal'])).toEqual([])
    expect(compareAccountTitle('Bilal', ['', ' '])).toEqual([])
  })

  it('fits itself in any order of its words, whatever the name', () => {
    const names = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        names,
        (words) =>
          compared(words.toReversed().join(' ').toUpperCase(), words.join(' ')) === 'ok account_title_fits',
      ),
    )
  })
})
