/** What the rows of the reference marketplace are called. */
export const words = {
  make: [
    'Khaadi',
    'Gul',
    'Sana',
    'Outfitters',
    'Bonanza',
    'Chen',
    'Servis',
    'Dawlance',
    'Haier',
    'Shan',
    'National',
  ],
  kind: [
    'Lawn Suit',
    'Kurta',
    'Dupatta',
    'Peshawari Chappal',
    'Bed Sheet',
    'Water Cooler',
    'Rice Basmati',
    'Phone',
  ],
  more: [
    'Embroidered',
    'Printed',
    'Cotton',
    'Silk',
    'Premium',
    'Classic',
    'Large',
    'Small',
    'Blue',
    'Green',
    'Red',
  ],
  name: [
    'Ayesha',
    'Bilal',
    'Fatima',
    'Hamza',
    'Iqra',
    'Junaid',
    'Kiran',
    'Luqman',
    'Maryam',
    'Nadia',
    'Omar',
    'Rabia',
  ],
  family: ['Ahmed', 'Butt', 'Chaudhry', 'Khan', 'Malik', 'Memon', 'Qureshi', 'Sheikh', 'Siddiqui', 'Tariq'],
  city: [
    'Karachi',
    'Lahore',
    'Faisalabad',
    'Rawalpindi',
    'Multan',
    'Peshawar',
    'Quetta',
    'Sialkot',
    'Hyderabad',
  ],
  device: ['Android', 'Android', 'Android', 'iOS', 'Windows', 'macOS'],
  courier: ['TCS', 'Leopards', 'M&P', 'Trax', 'PostEx'],
}

/** A word that depends on the number in `of` and on nothing else; `step` keeps two words of one row apart. */
export const word = (list: readonly string[], step: number, of = 'i') =>
  `(array[${list.map((entry) => `'${entry}'`).join(', ')}])[1 + (hashint8((${of})::bigint * ${step})::bigint & 2147483647) % ${list.length}]`

/** A number from 0 to 1 that depends on the number in `of` alone. */
export const chance = (step: number, of = 'i') =>
  `((hashint8((${of})::bigint * ${step} + ${step})::bigint & 2147483647) / 2147483648::float8)`

/** A UUID of a text, with the marks of a version and a variant: an id that is none is refused. */
export const idOf = (text: string) =>
  `overlay(overlay(md5(${text}) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** The same, beginning with a time as the ids that Munshi makes do: rows of one day are side by side in an index. */
export const idAt = (at: string, text: string) =>
  `overlay(overlay(md5(${text}) placing lpad(to_hex((date_part('epoch', ${at}) * 1000)::bigint), 12, '0') || '7' from 1 for 13)
    placing '8' from 17 for 1)::uuid`
