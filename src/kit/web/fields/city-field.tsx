import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { cities } from '#kit/contract/pakistan-cities.ts'

/** Mirpur is in two provinces: it is offered once. */
const offered = [...new Set(cities.map(({ name }) => name))]

/** A city: those of the list are offered, and any other is accepted as typed. */
export function CityField(props: TextInputProps) {
  const list = useId()
  return (
    <>
      <TextInput dir="auto" maxLength={60} list={list} autoComplete="off" {...props} />
      <datalist id={list}>
        {offered.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </>
  )
}
