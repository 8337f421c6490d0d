import type { TemplateParts, TemplateValues } from '@guiche/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '../../../ui/text/formatted-text.tsx'
import { numbers } from '../../../ui/numbers.ts'
import { writtenNumber } from './person-list.tsx'
import { type PlannedCampaign, previewPeople, previewTexts } from './preview.api.ts'
import styles from './preview.module.css'

interface Props {
  planned: PlannedCampaign
  hasPeople: boolean
  /** Null: the first one. */
  personKey: string | null
  onPerson: (key: string | null) => void
  /** Shows a template. */
  template: (template: ShownTemplate) => ReactNode
}

export interface ShownTemplate {
  parts: TemplateParts
  values: TemplateValues
}

/** The texts as one person gets them; another person can be looked for. */
export function TextsOfPerson({ planned, hasPeople, personKey, onPerson, template: show }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [searchParam] = useDebouncedValue(typed.trim(), numbers.searchDebounce)
  const people = useInfiniteQuery({
    ...previewPeople(planned, { group: 'to', variable: '' }, searchParam),
    enabled: hasPeople,
  })
  const found = people.data?.pages.flatMap((page) => page.people) ?? []
  const key = personKey ?? found[0]?.key
  const texts = useQuery({ ...previewTexts(planned, key ?? ''), enabled: key !== undefined })
  if (!hasPeople) return null
  const person = texts.data?.person
  const options = [...found, ...(person && !found.some((one) => one.key === person.key) ? [person] : [])]
  return (
    <section>
      <h3>{t('campaign-preview.texts')}</h3>
      <Select
        searchable
        size="sm"
        label={t('campaign-preview.person')}
        nothingFoundMessage={t('campaign-preview.nobodyFound')}
        data={options.map((one) => ({ value: one.key, label: `${one.name} · ${writtenNumber(one.number)}` }))}
        value={key ?? null}
        onChange={onPerson}
        onSearchChange={(next) => setTyped(options.some((one) => next.startsWith(`${one.name} · `)) ? '' : next)}
        // The server has chosen them.
        filter={({ options: all }) => all}
      />
      {texts.data && (
        <div className={styles.texts}>
          {texts.data.confirmations.map(({ variant, text, template }) => (
            <Shown key={`question ${variant}`} label={t('campaign-preview.question', { nth: variant })}>
              {template ? show(template) : <Text text={text} />}
            </Shown>
          ))}
          {texts.data.messages.map(({ variant, text, template }) => (
            <Shown key={`message ${variant}`} label={t('campaign-preview.message', { nth: variant })}>
              {template ? show(template) : <Text text={text} />}
            </Shown>
          ))}
        </div>
      )}
    </section>
  )
}

function Shown({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      {children}
    </figure>
  )
}

const Text = ({ text }: { text: string }) => (
  <div className={styles.bubble}>
    <FormattedText body={text} />
  </div>
)
