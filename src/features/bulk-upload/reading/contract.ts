import { z } from 'zod'
import { textEncodingNames } from '#kit/contract/encodings.ts'
import { texts } from './texts.ts'

const encoding = z.enum(textEncodingNames)

/** How the file's bytes were decoded to text. */
export const ImportReading = z.object({
  /** Null for a workbook, which declares its own encoding. */
  encoding: encoding.nullable(),
  /** `certain`: no other encoding is possible. `unsure`: a person must choose before anything is checked. */
  how: z.enum(['certain', 'guessed', 'unsure', 'chosen']),
  /**
   * For each encoding that can decode every byte, the line with the most non-ASCII letters, with the most likely
   * encoding first.
   */
  choices: z.array(z.object({ encoding, sample: z.string() })),
  /** The visible sheets of a workbook, and the sheet that is read. Empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** The file is still stored and can be read in another way. */
  may_change: z.boolean(),
})
export type ImportReading = z.infer<typeof ImportReading>

/** Another way to read a file: a text file in another encoding, or a workbook from another sheet. */
export const ReadingChoice = z
  .strictObject({ encoding: encoding.optional(), sheet: z.string().min(1).max(100).optional() })
  .refine((choice) => choice.encoding !== undefined || choice.sheet !== undefined, {
    path: ['encoding'],
    message: texts.chooseAnEncodingOrA,
  })
