import { useDeferredValue, useState } from 'react'
import type { Answers, Content, Faq } from '#features/window/contract.ts'
import { texts } from '#features/window/texts.ts'
import { useMarks, useSetting } from '#features/window/web/use-marks.tsx'
import { sectionOf, textIn } from '#features/window/web/window-model.ts'
import { PageHead } from './article-panel.tsx'
import { faqGroupsOf, matchingFaqs } from './faq-model.ts'

/** The questions in their groups. A search leaves those whose words all appear in the question or its answer. */
export function FaqPage({ content, answers }: { content: Content; answers: Answers }) {
  const page = sectionOf(content, 'faq_page')
  const marks = useMarks('faq_page')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const all = faqGroupsOf(content, answers)
  const groups = matchingFaqs(all, wanted)
  const count = groups.reduce((sum, { faqs }) => sum + faqs.length, 0)
  const isSearched = wanted.trim() !== ''
  return (
    <div className="narrow">
      <PageHead
        title={textIn(page.title) || texts.faqTitle}
        intro={textIn(page.intro)}
        titleMarks={marks('title')}
        introMarks={marks('intro')}
      >
        {all.length > 0 ? (
          <search>
            <input
              type="search"
              className="field"
              dir="auto"
              aria-label={texts.searchFaqs}
              placeholder={texts.searchFaqs}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </search>
        ) : null}
        <p className={isSearched ? 'quiet' : 'unseen'} role="status">
          {isSearched ? texts.faqsFound({ count }) : ''}
        </p>
      </PageHead>
      {all.length === 0 ? <p className="quiet">{texts.noFaqs}</p> : null}
      {groups.map(({ name, faqs }) => (
        <section key={name} className="faqs">
          {all.length > 1 || name ? <h2 dir="auto">{name || texts.otherQuestions}</h2> : null}
          {faqs.map((faq) => (
            <Question key={faq.id} faq={faq} isOpen={isSearched && count <= 3} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Question({ faq, isOpen }: { faq: Faq; isOpen: boolean }) {
  const marks = useMarks('faqs', faq.id)
  const { focusItem } = useSetting()
  return (
    <details open={isOpen || focusItem === faq.id || undefined} {...marks()}>
      <summary dir="auto" {...marks('title')}>
        {faq.title}
      </summary>
      <p className="answer" dir="auto" {...marks('details')}>
        {faq.details}
      </p>
    </details>
  )
}
