import type { ComponentType } from 'react'
import type { SectionName } from '#features/content/section-contract.ts'
import { texts } from '../texts.ts'
import { SectionScreen } from './section-screen-panel.tsx'

const submitTexts = { update: texts.update, submit: texts.submit }

/** The screen that edits this section. */
export function sectionPageOf(
  name: SectionName,
  title: string,
  submit?: keyof typeof submitTexts,
): ComponentType {
  const words = submit && { submit: submitTexts[submit] }
  return () => <SectionScreen name={name} title={title} {...words} />
}
