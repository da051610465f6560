import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { NativeSelect, Radio } from '@mantine/core'
import { useState } from 'react'
import { type ImportDetail, imports } from '#features/bulk-upload/contract.ts'
import { textEncodings } from '#kit/contract/encodings.ts'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import classes from './reading-panel.module.css'

/** The encoding and the sheet that were used, with a sample for each alternative to choose from. */
export function ReadingPanel({ record, onMoved }: { record: ImportDetail; onMoved: () => void }) {
  const { id, version, reading } = record
  const may = useCan()(imports.reread) && reading.may_change
  const reread = useCommand(imports.reread)
  const [encoding, setEncoding] = useState(reading.how === 'unsure' ? '' : (reading.encoding ?? ''))
  const [sheet, setSheet] = useState(reading.sheet)
  const hasSheets = reading.sheets.length > 1
  if (reading.choices.length === 0 && !hasSheets) return null
  const send = (choice: { encoding?: (typeof reading.choices)[number]['encoding']; sheet?: string }) =>
    reread.mutate(
      { input: { id, ...choice }, ifMatch: version },
      {
        onError: (error) => {
          if (error instanceof ApiRefusal && (error.status === 412 || error.status === 409)) onMoved()
        },
      },
    )
  const chosen = reading.choices.find((choice) => choice.encoding === encoding)
  const isOther = reading.how === 'unsure' ? chosen !== undefined : encoding !== reading.encoding
  return (
    <section className={classes.reading} aria-label={texts.howTheFileIsRead}>
      {reread.error && <ChangeFailure error={reread.error} />}
      {hasSheets && (
        <div className={classes.row}>
          <NativeSelect
            size="xs"
            label={texts.sheetOfTheWorkbook}
            description={texts.theWorkbookHasSheetsProducts({ sheets: reading.sheets.length })}
            data={reading.sheets}
            value={sheet}
            disabled={!may || reread.isPending}
            onChange={(event) => setSheet(event.currentTarget.value)}
          />
          {may && (
            <CommandButton
              size="xs"
              variant="default"
              isPending={reread.isPending}
              disabled={sheet === reading.sheet}
              onClick={() => send({ sheet })}
            >
              {texts.readThisSheet}
            </CommandButton>
          )}
        </div>
      )}
      {reading.choices.length > 0 && (
        <>
          <Radio.Group
            label={texts.encodingOfTheFile}
            description={howWords(reading)}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            value={encoding}
            onChange={setEncoding}
          >
            <div className={classes.choices}>
              {reading.choices.map((choice) => (
                <Radio
                  key={choice.encoding}
                  size="xs"
                  value={choice.encoding}
                  disabled={!may || reread.isPending}
                  label={textEncodings[choice.encoding]}
                  description={<bdi className={classes.sample}>{choice.sample}</bdi>}
                />
              ))}
            </div>
          </Radio.Group>
          {may && (
            <CommandButton
              size="xs"
              variant="default"
              className={classes.button}
              isPending={reread.isPending}
              disabled={!isOther}
              onClick={() => chosen && send({ encoding: chosen.encoding })}
            >
              {texts.readWithThisEncoding}
            </CommandButton>
          )}
        </>
      )}
    </section>
  )
}

function howWords({ how }: ImportDetail['reading']): string {
  if (how === 'unsure') return texts.unknownEncoding
  if (how === 'chosen') return texts.chosenByAPerson
  return texts.guessedEncoding
}
