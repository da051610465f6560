import { z } from 'zod'
import { textEncodingNames } from '#kit/contract/encodings.ts'

const encoding = z.enum(textEncodingNames)

/** How the letters of a file became text. */
export const ImportReading = z.object({
  /** Null for a workbook, which says it itself. */
  encoding: encoding.nullable(),
  /** `certain`: nothing else can be meant. `unsure`: a person says it before anything is checked. */
  how: z.enum(['certain', 'guessed', 'unsure', 'chosen']),
  /** The line with most letters beyond ASCII in each encoding that has a letter for every byte, the likeliest first. */
  choices: z.array(z.object({ encoding, sample: z.string() })),
  /** The sheets of a workbook that are shown, and which of them is read; empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** The file is still kept, and can be read in another way. */
  may_change: z.boolean(),
})
export type ImportReading = z.infer<typeof ImportReading>

/** In what other way a file is to be read: a text in another encoding, a workbook from another sheet. */
export const ReadingChoice = z
  .strictObject({ encoding: encoding.optional(), sheet: z.string().min(1).max(100).optional() })
  .refine((choice) => choice.encoding !== undefined || choice.sheet !== undefined, {
    path: ['encoding'],
    message: 'Choose an encoding or a sheet',
  })
