import type { CompanyState, ListedCompany } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Status, type Tone } from '../../ui/marks/status.tsx'
import { erasedAt } from './due.ts'

const tones: Record<CompanyState, Tone> = {
  trial: 'info',
  active: 'good',
  dueSoon: 'warn',
  grace: 'bad',
  blocked: 'bad',
  off: 'quiet',
  closed: 'bad',
}

/** Where it stands; of a closed one also when it is erased. */
export function CompanyStateMark({ company: { state, closedAt } }: { company: ListedCompany }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Status tone={tones[state]}>{t(`companies.states.${state}`)}</Status>
      {closedAt && <small>{t('companies.erasedOn', { date: format.date(erasedAt(closedAt)) })}</small>}
    </>
  )
}
