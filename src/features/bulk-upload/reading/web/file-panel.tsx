import { type ImportDetail, sourceWords } from '#features/bulk-upload/contract.ts'
import { importRecord } from '#features/bulk-upload/web/links.ts'
import { nameOf } from '#features/bulk-upload/web/vendor-panel.tsx'
import { textEncodings } from '#kit/contract/encodings.ts'
import { numberOf } from '#kit/contract/words.ts'
import { Link } from '#kit/web/link.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import { texts } from '../texts.ts'
import { sizeOf } from './drop-panel.tsx'
import classes from './file-panel.module.css'

const kinds: Record<ImportDetail['file_kind'], string> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  zip: texts.zipWithASheetAnd,
}

/** The uploaded file, its vendor, the person who sent it, and the files that it corrects or that correct it. */
export function FilePanel({ record }: { record: ImportDetail }) {
  const { counts, vendor, follows, followed_by } = record
  return (
    <SideCard title={texts.theFile}>
      <dl className={classes.facts}>
        <div>
          <dt>{texts.source}</dt>
          <dd>{sourceWords[record.source]}</dd>
        </div>
        <div>
          <dt>{texts.file}</dt>
          <dd>
            {kinds[record.file_kind]}, {sizeOf(record.file_bytes)}
          </dd>
        </div>
        {record.reading.encoding && (
          <div>
            <dt>{texts.encoding}</dt>
            <dd>{textEncodings[record.reading.encoding]}</dd>
          </div>
        )}
        {record.reading.sheets.length > 1 && (
          <div>
            <dt>{texts.sheet}</dt>
            <dd>
              {texts.oneOf({
                sheet: <bdi>{record.reading.sheet}</bdi>,
                sheets: record.reading.sheets.length,
              })}
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.rows}</dt>
          <dd>{numberOf(counts.rows)}</dd>
        </div>
        {vendor && !record.columns.some(({ field }) => field === 'vendor') && (
          <div>
            <dt>{texts.vendorOfEveryRow}</dt>
            <dd dir="auto">{nameOf(vendor)}</dd>
          </div>
        )}
        <div>
          <dt>{texts.sentBy}</dt>
          <dd>
            <bdi>{record.created_by_name}</bdi>, <Ago at={record.created_at} />
          </dd>
        </div>
        {record.confirmed_at && (
          <div>
            <dt>{texts.confirmedBy}</dt>
            <dd>
              <bdi>{record.confirmed_by_name}</bdi>, <Ago at={record.confirmed_at} />
            </dd>
          </div>
        )}
        {record.reverted_at && (
          <div>
            <dt>{texts.revertedBy}</dt>
            <dd>
              <bdi>{record.reverted_by_name}</bdi>, <Ago at={record.reverted_at} />
            </dd>
          </div>
        )}
        {follows && (
          <div>
            <dt>{texts.corrects}</dt>
            <dd>
              <Link href={importRecord({ id: follows })}>{texts.anEarlierImport}</Link>
            </dd>
          </div>
        )}
        {followed_by.length > 0 && (
          <div>
            <dt>{texts.correctedBy}</dt>
            {followed_by.map((one) => (
              <dd key={one.id}>
                <Link href={importRecord(one)} dir="auto">
                  {one.file_name}
                </Link>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </SideCard>
  )
}
