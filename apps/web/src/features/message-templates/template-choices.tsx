import type { MessageTemplateView } from '@guiche/contract'
import { Button, Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/cache/queries.ts'
import { isCharacter } from '../../lib/keyboard/shortcuts.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import styles from './message-templates.module.css'

export interface Offered {
  data: readonly MessageTemplateView[] | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

interface Props {
  offered: Offered
  onTemplate: (template: MessageTemplateView) => void
}

/** The approved templates, found by what is typed. Arrow keys go from the field through the list, Enter takes the first. */
export function TemplateChoices({ offered: { data, error, isFetching, refetch }, onTemplate }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [stop, setStop] = useState<number>()
  if (!data && error)
    return (
      <p className={styles.failed} role="alert">
        {errorText(error)}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('ui.failure.retry')}
        </Button>
      </p>
    )
  if (!data) return <ChoiceSkeletons />
  if (data.length === 0) return <NoTemplates />

  const wanted = search.trim().toLowerCase()
  const found = data.filter(({ name, body }) => `${name}\n${body}`.toLowerCase().includes(wanted))
  const usable = found.filter(({ refusal }) => refusal === null)
  const tabStop = usable.some(({ id }) => id === stop) ? stop : usable[0]?.id

  function keyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isField = event.target instanceof HTMLInputElement
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button:enabled')]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      stops[stops.findIndex((one) => one === event.target) + step]?.focus()
    } else if (event.key === 'Enter' && isField) {
      event.preventDefault()
      if (wanted !== '' && usable[0]) onTemplate(usable[0])
    } else if (isCharacter(event) && !isField) stops[0]?.focus()
  }

  return (
    <div className={styles.offered} onKeyDown={keyDown}>
      <TextInput
        data-autofocus
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {found.length === 0 && <p className={styles.none}>{t('templates.nothing')}</p>}
      <div className={styles.choices} role="group" aria-label={t('templates.usable')}>
        {found.map((template) => (
          <UnstyledButton
            key={template.id}
            className={styles.choice ?? ''}
            disabled={template.refusal !== null}
            tabIndex={template.id === tabStop ? 0 : -1}
            onFocus={() => setStop(template.id)}
            onClick={() => onTemplate(template)}
          >
            <b>{template.name}</b>
            <small>{template.refusal === null ? summaryOf(template.body) : t(`templates.${template.refusal}`)}</small>
            <TemplateKind template={template} />
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}

/** What tells templates of one name apart, and what they cost. */
export function TemplateKind({ template: { language, category } }: { template: MessageTemplateView }) {
  const { t } = useTranslation()
  return (
    <small className={styles.kind}>
      {language} · {t(`templates.categories.${category}`)}
    </small>
  )
}

function NoTemplates() {
  const { t } = useTranslation()
  const mayCreate = mayAdminister(useMe())
  return (
    <p className={styles.none}>
      {t('templates.empty')}{' '}
      {mayCreate ? <Link to="/message-templates">{t('templates.emptyLink')}</Link> : t('templates.emptyHint')}
    </p>
  )
}

/** In the height of the field and two templates. */
function ChoiceSkeletons() {
  const { t } = useTranslation()
  return (
    <div className={styles.offered} role="status" aria-busy aria-label={t('templates.loading')}>
      {[36, 28, 28].map((height, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change
        <Skeleton key={nth} height={height} radius="md" />
      ))}
    </div>
  )
}
