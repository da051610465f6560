/** A bank or wallet that issues Pakistani IBANs. */
export interface Bank {
  name: string
  /** Other names that people and forms use for the bank. */
  aliases: readonly string[]
  /** False if the bank was merged or closed: its IBANs still occur, but no new accounts are opened there. */
  active: boolean
}

/**
 * Maps the four letters of an IBAN to the bank. The banks come from iban.pk and bayfikr.net, both old. SAUD and the
 * wallets (JCMA, NAYA, SADA, TMFB, UMBL) come from IBANs that those banks publish. No list is complete, because banks
 * merge and wallets appear, so a missing code is never an error.
 */
export const banks: Readonly<Record<string, Bank>> = {
  ABPA: bank('Allied Bank', 'ABL'),
  AIIN: bank('Al Baraka Bank', 'Albaraka', 'Burj Bank'),
  ALFH: bank('Bank Alfalah', 'BAFL', 'Alfa'),
  ASCM: bank('Askari Bank', 'AKBL'),
  BAHL: bank('Bank Al Habib', 'BAHL', 'Bank Al-Habib'),
  BKIP: bank('BankIslami', 'Bank Islami', 'BIPL', 'KASB'),
  BPUN: bank('Bank of Punjab', 'BOP'),
  CITI: bank('Citibank', 'Citi'),
  DUIB: bank('Dubai Islamic Bank', 'DIB', 'DIBPL'),
  FAYS: bank('Faysal Bank', 'FBL', 'Faisal Bank'),
  FWOM: bank('First Women Bank', 'FWBL'),
  HABB: bank('Habib Bank Limited', 'HBL', 'Konnect'),
  ICBK: bank('Industrial and Commercial Bank of China', 'ICBC'),
  JCMA: bank(
    'Mobilink Bank (JazzCash)',
    'Mobilink',
    'Mobilink Microfinance Bank',
    'JazzCash',
    'Jazz',
    'MMBL',
  ),
  JSBL: bank('JS Bank', 'JSBL', 'Zindigi'),
  KHYB: bank('Bank of Khyber', 'BOK'),
  MCIB: bank('MCB Islamic Bank', 'MIB'),
  MEZN: bank('Meezan Bank', 'MBL', 'Mezan'),
  MPBL: bank('Habib Metropolitan Bank', 'HabibMetro', 'Habib Metro', 'HMB', 'HMBL', 'Metropolitan'),
  MUCB: bank('MCB Bank', 'Muslim Commercial Bank', 'NIB'),
  NAYA: bank('NayaPay', 'Naya Pay'),
  NBPA: bank('National Bank of Pakistan', 'NBP'),
  SADA: bank('SadaPay', 'Sada Pay'),
  SAMB: bank('Samba Bank'),
  SAUD: merged('Silkbank', 'Silk Bank', 'Saudi Pak'),
  SCBL: bank('Standard Chartered Bank', 'SCB', 'SCBPL', 'StanChart'),
  SILK: merged('Silkbank', 'Silk Bank'),
  SIND: bank('Sindh Bank', 'SNDB'),
  SMES: merged('SME Bank'),
  SONE: bank('Soneri Bank', 'SNBL'),
  SUMB: bank('Bank Makramah (formerly Summit Bank)', 'Makramah', 'BML', 'Summit'),
  TMFB: bank('Easypaisa Bank', 'Easypaisa', 'Easy Paisa', 'Telenor', 'Telenor Microfinance Bank', 'Tameer'),
  UMBL: bank('U Microfinance Bank', 'U Bank', 'UBank', 'UPaisa', 'U Paisa'),
  UNIL: bank('United Bank Limited', 'UBL', 'Omni'),
}

/**
 * The codes of the bank that a typed name begins with, as in "HBL", "Habib Bank Ltd, Gulberg branch" or "bank
 * al-falah". The longest match wins, so "Habib Metro" is not Habib Bank. Empty if no bank is recognised.
 */
export function bankCodesNamed(typed: string): string[] {
  const beginnings = beginningsOf(typed)
  const lengths = knownEntries().map(({ code, keys }) => ({
    code,
    length: Math.max(0, ...keys.filter((key) => beginnings.has(key)).map((key) => key.length)),
  }))
  const longest = Math.max(...lengths.map(({ length }) => length))
  return longest === 0 ? [] : lengths.filter(({ length }) => length === longest).map(({ code }) => code)
}

function bank(name: string, ...aliases: string[]): Bank {
  return { name, aliases, active: true }
}

function merged(name: string, ...aliases: string[]): Bank {
  return { name, aliases, active: false }
}

const silentWords = new Set(
  'a bank banking company limited ltd na n of pakistan pak plc private pvt the'.split(' '),
)

/** The words that distinguish one bank from another, in lower case. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.slice(0, 20).filter((word) => !silentWords.has(word))
}

/** The first word, the first two joined, and so on: "Al Falah" gives "alfalah" however it is spaced. */
function beginningsOf(name: string): Set<string> {
  return new Set(wordsOf(name).map((_, index, words) => words.slice(0, index + 1).join('')))
}

let entries: { code: string; keys: string[] }[] | undefined

/** Built on first use, so that a screen that compares no names neither loads nor computes the list. */
function knownEntries(): { code: string; keys: string[] }[] {
  entries ??= Object.entries(banks).map(([code, { name, aliases }]) => ({
    code,
    keys: [name.replace(/\(.*\)/, ''), ...aliases].map((text) => wordsOf(text).join('')).filter(Boolean),
  }))
  return entries
}
