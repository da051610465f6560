import { type ComponentType, createContext } from 'react'
import type { Access } from '#kit/contract/endpoint.ts'

/** A section of a record's page that another noun shows: its code is loaded when it is opened. */
export interface RecordSection {
  key: string
  label: string
  access: Access
  Panel: ComponentType<{ id: string }>
  /** The number of rows of the section, asked for after the page is shown. */
  Count?: ComponentType<{ id: string }>
}

/**
 * The sections that other nouns show on the page of a record, by the kind of record. The application provides them,
 * because only the application knows every noun.
 */
export const RecordSections = createContext<ReadonlyMap<string, readonly RecordSection[]>>(new Map())
