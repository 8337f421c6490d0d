import type { NumberDefinition, NumberName } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { writtenDay } from '../../lib/format.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { daysLeft, useMe } from '../../lib/session.ts'
import { Figure, Figures } from '../../ui/figures/figures.tsx'
import { type Counted, NumberCard } from './number-card.tsx'

interface Props {
  label: string
  names: readonly NumberName[]
  numbers: readonly Counted[]
  definitions: readonly NumberDefinition[]
  onOpen: (name: NumberName) => void
  /** Ends with the due date of the company. */
  withDueDate?: boolean
}

/** Numbers beside each other. */
export function Cards({ label, names, numbers, definitions, onOpen, withDueDate = false }: Props) {
  const me = useMe()
  return (
    <Figures label={label}>
      {names.map((name) => {
        const counted = numbers.find((one) => one.name === name)
        const definition = definitions.find((one) => one.name === name)
        return (
          counted &&
          definition && <NumberCard key={name} definition={definition} counted={counted} onOpen={() => onOpen(name)} />
        )
      })}
      {withDueDate && mayAdminister(me) && <DueDate />}
    </Figures>
  )
}

function DueDate() {
  const { t } = useTranslation()
  const me = useMe()
  const days = daysLeft(me)
  const isEndless = days === Infinity
  return (
    <Figure
      name={t('dashboard.due')}
      value={isEndless ? '–' : t('dashboard.days', { count: days })}
      tone={!isEndless && days <= 0 ? 'bad' : undefined}
    >
      {isEndless ? t('dashboard.endless') : writtenDay(me.company.dueDate.slice(0, 10))}
    </Figure>
  )
}
