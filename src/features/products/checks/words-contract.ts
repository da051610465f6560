import { formatRs, rupeesFromPaisa } from '#kit/contract/money.ts'
import { type CheckName, type Finding, warnsFrom } from './contract.ts'
import { texts } from './texts.ts'

interface Words {
  title: string
  text: string
  /** What was found, in a sentence. */
  found: (values: Record<string, string>) => string
}

/** What was found of a listing, and whether its present version was checked. */
interface Checked {
  is_checked: boolean
  findings: readonly Pick<Finding, 'check' | 'values' | 'weight'>[]
}

const money = (paisa: string | undefined) => formatRs(rupeesFromPaisa(BigInt(paisa ?? '0')))
const of = (name: string, values: Record<string, string>) => values[name] ?? ''

/** What each check is called, what it means, and how its findings read. */
export const checkWords: Readonly<Record<CheckName, Words>> = {
  duplicate_own: {
    title: texts.duplicateOwn,
    text: texts.duplicateOwnText,
    found: (values) =>
      values.sku === undefined
        ? texts.duplicateOwnFound({ share: of('share', values) })
        : texts.duplicateOwnSku({ sku: values.sku }),
  },
  duplicate_other: {
    title: texts.duplicateOther,
    text: texts.duplicateOtherText,
    found: (values) =>
      values.sku === undefined
        ? texts.duplicateOtherFound({ share: of('share', values) })
        : texts.duplicateOtherSku({ sku: values.sku }),
  },
  same_picture: {
    title: texts.samePicture,
    text: texts.samePictureText,
    found: (values) => texts.samePictureFound({ number: of('number', values) }),
  },
  price_category: {
    title: texts.priceCategory,
    text: texts.priceCategoryText,
    found: ({ price, usual }) => texts.priceCategoryFound({ price: money(price), usual: money(usual) }),
  },
  price_history: {
    title: texts.priceHistory,
    text: texts.priceHistoryText,
    found: ({ before, price }) => texts.priceHistoryFound({ before: money(before), price: money(price) }),
  },
  sale_above_retail: {
    title: texts.saleAboveRetail,
    text: texts.saleAboveRetailText,
    found: ({ sale, price }) => texts.saleAboveRetailFound({ sale: money(sale), price: money(price) }),
  },
  deep_discount: {
    title: texts.deepDiscount,
    text: texts.deepDiscountText,
    found: (values) => texts.deepDiscountFound({ share: of('share', values) }),
  },
  no_picture: { title: texts.noPicture, text: texts.noPictureText, found: () => texts.noPictureText },
  tiny_picture: {
    title: texts.tinyPicture,
    text: texts.tinyPictureText,
    found: (values) =>
      texts.tinyPictureFound({
        number: of('number', values),
        width: of('width', values),
        height: of('height', values),
      }),
  },
  writing_on_picture: {
    title: texts.writingOnPicture,
    text: texts.writingOnPictureText,
    found: (values) => texts.writingOnPictureFound({ number: of('number', values) }),
  },
  contact: {
    title: texts.contact,
    text: texts.contactText,
    found: (values) => texts.found({ found: of('found', values) }),
  },
  forbidden_words: {
    title: texts.forbiddenWords,
    text: texts.forbiddenWordsText,
    found: (values) => texts.found({ found: of('found', values) }),
  },
  capitals: { title: texts.capitals, text: texts.capitalsText, found: () => texts.capitalsFound },
  language: {
    title: texts.language,
    text: texts.languageText,
    found: (values) => texts.languageFound({ share: of('share', values) }),
  },
  measures: {
    title: texts.measures,
    text: texts.measuresText,
    found: (values) => texts.measuresFound({ weight: of('weight', values), volume: of('volume', values) }),
  },
  category_words: {
    title: texts.categoryWords,
    text: texts.categoryWordsText,
    found: (values) => texts.categoryWordsFound({ category: of('category', values) }),
  },
  thin_text: {
    title: texts.thinText,
    text: texts.thinTextText,
    found: (values) => texts.thinTextFound({ letters: of('letters', values) }),
  },
}

/** A finding in a sentence. */
export function findingWords({ check, values }: Pick<Finding, 'check' | 'values'>): string {
  return checkWords[check].found(values)
}

/** What an approval would override, in words: that this version was not checked, and the findings that are warnings. */
export function openWarnings({ is_checked, findings }: Checked): string[] {
  const found = warningsIn(findings)
  return is_checked ? found : [warningTitle('not_checked'), ...found]
}

/** What a warning is called, whatever was found. */
export function warningTitle(name: CheckName | 'not_checked'): string {
  return name === 'not_checked' ? texts.notCheckedYet.replace(/\.$/, '') : checkWords[name].title
}

/** The findings that are warnings, in words, the heaviest first: what was checked, and what was found. */
function warningsIn(findings: Checked['findings']): string[] {
  return findings
    .filter(({ weight }) => weight >= warnsFrom)
    .sort((a, b) => b.weight - a.weight)
    .map((finding) => `${checkWords[finding.check].title} (${findingWords(finding).replace(/\.$/, '')})`)
}
