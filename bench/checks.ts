// npm run bench:checks: what each check of listings finds of the cases that were planted among 2,000 listings of the demo.
import { measureChecks } from '#database/demo/listing-cases.ts'

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
console.log('| Check | Planted | Found | Right | Precision | Recall |')
console.log('|---|---|---|---|---|---|')
for (const { check, planted, found, right, precision, recall } of measureChecks(2000, 40)) {
  console.log(`| ${check} | ${planted} | ${found} | ${right} | ${percent(precision)} | ${percent(recall)} |`)
}
