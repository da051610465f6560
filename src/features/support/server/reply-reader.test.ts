import { describe, expect, test } from 'vitest'
import { withoutQuote } from './reply-reader.ts'

describe('a reply by mail is read', () => {
  test('without the mail that Gmail quotes, in one line or two', () => {
    expect(
      withoutQuote(
        'It works now, thanks.\n\nOn Tue, 24 Nov 2026 at 09:12, Munshi <help@shop.pk> wrote:\n> Clear it\n',
      ),
    ).toBe('It works now, thanks.')
    expect(
      withoutQuote(
        'Still empty.\r\n\r\nOn Tue, 24 Nov 2026 at 09:12, Munshi for the marketplace\r\n<help@shop.pk> wrote:\r\n> Clear it',
      ),
    ).toBe('Still empty.')
  })

  test('without the mail that Outlook quotes', () => {
    expect(
      withoutQuote(
        'Thank you\n\n________________________________\nFrom: Munshi <help@shop.pk>\nSent: Tuesday\nClear it',
      ),
    ).toBe('Thank you')
    expect(
      withoutQuote('Thank you\n\nFrom: Munshi <help@shop.pk>\nSent: Tuesday\nTo: Sana\n\nClear it'),
    ).toBe('Thank you')
    expect(withoutQuote('Danke\n-----Original Message-----\nClear it')).toBe('Danke')
  })

  test('with the places of a parcel, which look like the header of a mail', () => {
    const written =
      'The places are wrong:\nFrom: Lahore\nTo: Karachi\nSubject: to change\nPlease correct before Friday'
    expect(withoutQuote(written)).toBe(written)
    expect(withoutQuote(`${written}\n\nOn Tue, 24 Nov 2026, Munshi wrote:\n> Clear it`)).toBe(written)
  })

  test('with the questions that are answered in between', () => {
    expect(withoutQuote('> Which browser?\nChrome\n\n> Which screen?\nOrders\n\n> Yours,\n> Munshi\n')).toBe(
      '> Which browser?\nChrome\n\n> Which screen?\nOrders',
    )
  })

  test('with what is answered within the quote, below words of its own', () => {
    const quote = [
      'On Tue, 24 Nov 2026 at 09:12, Munshi for the marketplace',
      '<help@shop.pk> wrote:',
      '> Which browser?',
      'Chrome 131',
      '> Which order?',
      'KHD-1042',
    ]
    expect(withoutQuote(['Answers below.', '', ...quote, '', '> Yours,', '> Munshi'].join('\n'))).toBe(
      'Answers below.\n\n> Which browser?\nChrome 131\n> Which order?\nKHD-1042',
    )
    // Some programs put the signature above the quote.
    expect(withoutQuote(['Answers below.', '-- ', 'Sana', ...quote].join('\n'))).toBe(
      'Answers below.\n> Which browser?\nChrome 131\n> Which order?\nKHD-1042',
    )
    // A signature below the quote is no answer.
    const signed = ['Thanks', '', quote[0], quote[1], '> Clear it', '-- ', 'Sana Malik']
    expect(withoutQuote(signed.join('\n'))).toBe('Thanks')
  })

  test('without the signature, and as a whole where nothing else is there', () => {
    expect(withoutQuote('See the file\n-- \nSana Malik\nKarachi')).toBe('See the file')
    expect(withoutQuote('On Tuesday it broke. I wrote: nothing')).toBe(
      'On Tuesday it broke. I wrote: nothing',
    )
    expect(withoutQuote('On Tue, 24 Nov 2026, Munshi wrote:\n> Clear it\n\nDone, thanks')).toBe(
      'Done, thanks',
    )
    expect(withoutQuote('> only a quote')).toBe('')
  })
})
