import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type ImportVendor, importSources, imports, sourceWords } from '#features/bulk-upload/contract.ts'
import { VendorField } from '#features/bulk-upload/web/vendor-panel.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { wordsOf } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import { DropPanel } from './drop-panel.tsx'
import classes from './upload-panel.module.css'

const formats = ['csv', 'xlsx'] as const

/** The start of an import: the file, the vendor, and the accepted formats. */
export function UploadPanel() {
  const [vendor, setVendor] = useState<ImportVendor | null>(null)
  const [isSending, setSending] = useState(false)
  return (
    <section className={classes.upload} aria-label={texts.uploadAFile}>
      <DropPanel vendorId={vendor?.id} words={texts.dropAFileHereChoose} onSending={setSending} />
      <div className="box">
        <VendorField description={texts.vendorHint} value={vendor} isFixed={isSending} onChoose={setVendor} />
        <Templates />
        <Known />
      </div>
    </section>
  )
}

/** The template in both formats. */
function Templates() {
  const show = useToast()
  const get = useCommand(imports.template)
  const take = (format: 'csv' | 'xlsx') =>
    get.mutate(
      { input: { format } },
      {
        onSuccess: (file) => saveFile(file, `munshi-products.${format}`),
        onError: (error) =>
          show({ message: texts.templateNotLoaded({ error: wordsOf(error) }), tone: 'refused' }),
      },
    )
  return (
    <div className={classes.templates}>
      <span>{texts.template}</span>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          aria-label={texts.downloadTheTemplateAs({ format: format.toUpperCase() })}
          disabled={get.isPending}
          onClick={() => take(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}

/** The file formats that are recognised automatically, and the hosts that pictures may come from. */
function Known() {
  const { data } = useEndpoint(imports.rules, {})
  const known = importSources.filter((source) => source !== 'other').map((source) => sourceWords[source])
  return (
    <div className={classes.known}>
      <p>{texts.recognisedSources({ others: known.slice(0, -1).join(', '), last: known.at(-1) ?? '' })}</p>
      <p className={classes.hosts}>
        {!data
          ? ''
          : data.image_hosts.length === 0
            ? texts.picturesInZip
            : texts.picturesInZipOrHosts({ imageHosts: data.image_hosts.join(', ') })}
      </p>
    </div>
  )
}
