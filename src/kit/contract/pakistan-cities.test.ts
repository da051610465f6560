import { describe, expect, it } from 'vitest'
import { normalisePostal } from './pakistan.ts'
import { cities, normaliseCity, normaliseProvince, provinces, spellCity } from './pakistan-cities.ts'

describe('places', () => {
  it('belong to one of seven provinces, known by code, name and short form', () => {
    expect(provinces.map(({ code }) => code)).toEqual([
      'PK-PB',
      'PK-SD',
      'PK-KP',
      'PK-BA',
      'PK-IS',
      'PK-GB',
      'PK-JK',
    ])
    const typed = {
      kpk: 'PK-KP',
      AJK: 'PK-JK',
      'Azad Kashmir': 'PK-JK',
      ICT: 'PK-IS',
      'punjab province': 'PK-PB',
      'صوبہ سندھ': 'PK-SD',
    }
    for (const [text, code] of Object.entries(typed)) expect(normaliseProvince(text), text).toBe(code)
    expect([
      normaliseProvince('gilgit baltistan'),
      normaliseProvince('FATA'),
      normaliseProvince('PK-BA'),
    ]).toEqual(['PK-GB', 'PK-KP', 'PK-BA'])
    expect([normaliseProvince('Kerala'), normaliseProvince('')]).toEqual([null, null])
  })

  it('are written in one way, whatever the case or short form', () => {
    expect(normaliseCity(' KARACHI ')).toEqual({ name: 'Karachi', province: 'PK-SD' })
    expect(normaliseCity('pindi')).toEqual({ name: 'Rawalpindi', province: 'PK-PB' })
    expect(normaliseCity('D.G. Khan')).toEqual({ name: 'Dera Ghazi Khan', province: 'PK-PB' })
    expect(normaliseCity('Lahore Cantt.')).toEqual({ name: 'Lahore', province: 'PK-PB' })
    expect(normaliseCity('Wah Cantt')).toEqual({ name: 'Wah Cantonment', province: 'PK-PB' })
    expect(normaliseCity('كراچي')).toEqual({ name: 'Karachi', province: 'PK-SD' })
    expect(normaliseCity('mirpurkhas').name).toBe('Mirpur Khas')
  })

  it('of addresses are kept in one spelling, but not taken for a greater city around them', () => {
    expect(['lahore', 'LAHORE', 'Lahore City', ' لاہور '].map(spellCity)).toEqual(Array(4).fill('Lahore'))
    expect(['Lahore  Cantt', 'Chak 46 GB', ''].map(spellCity)).toEqual(['Lahore Cantt', 'Chak 46 GB', ''])
  })

  it('that are not on the list are kept as they were typed', () => {
    expect(normaliseCity('  Chak  46  GB ')).toEqual({ name: 'Chak 46 GB', province: null })
    expect(normaliseCity('')).toEqual({ name: '', province: null })
  })

  it('stand on the list once, and each is found by all its names', () => {
    expect(cities.length).toBeGreaterThan(150)
    expect(new Set(cities.map(({ name }) => name)).size).toBe(cities.length)
    for (const { name, province, aliases } of cities) {
      for (const text of [name, ...aliases]) expect(normaliseCity(text), text).toEqual({ name, province })
    }
  })

  it('may have a postal code of five digits', () => {
    expect([normalisePostal('74000'), normalisePostal('۷۴۰۰۰'), normalisePostal(' 740 00 ')]).toEqual([
      '74000',
      '74000',
      '74000',
    ])
    expect([normalisePostal('7400'), normalisePostal('740000'), normalisePostal('ABCDE')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
