import type { BrazilianHoliday, HolidayView } from '@guiche/contract'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { writtenDay } from '../../../lib/format.ts'
import { languages, toLanguage } from '../../../lib/languages.ts'
import { RowMenu } from '../../../ui/list-page/row-menu.tsx'
import { Status } from '../../../ui/marks/status.tsx'
import { useOpenNational } from './holidays.api.ts'
import styles from './holidays.module.css'

interface Props {
  holiday: HolidayView
  year: number
  onEdit: () => void
  onDelete: () => void
}

/** A national holiday has a switch, a day of the company is edited and deleted. */
export function HolidayRow({ holiday, year, onEdit, onDelete }: Props) {
  const { t } = useTranslation()
  const kind = holiday.holiday ? 'national' : holiday.isYearly ? 'yearly' : 'once'
  const name = holiday.holiday ? t(`settings.holidays.names.${holiday.holiday}`) : holiday.name

  return (
    <li className={styles.day} data-kind={kind}>
      <time dateTime={holiday.day}>
        {writtenDay(holiday.day)}
        <small>{useWeekday(holiday.day)}</small>
      </time>
      <p>
        {name}
        <small>{t(`settings.holidays.kinds.${kind}`)}</small>
      </p>
      <span className={styles.state}>
        <Status tone={holiday.isOpen ? 'good' : 'quiet'}>
          {t(holiday.isOpen ? 'settings.holidays.open' : 'settings.holidays.closed')}
        </Status>
      </span>
      <span className={styles.actions}>
        {holiday.holiday ? (
          <National holiday={holiday.holiday} name={name} isOpen={holiday.isOpen} year={year} />
        ) : (
          <RowMenu name={name} onEdit={onEdit} onDelete={onDelete} />
        )}
      </span>
    </li>
  )
}

interface NationalProps {
  holiday: BrazilianHoliday
  name: string
  isOpen: boolean
  year: number
}

function National({ holiday, name, isOpen, year }: NationalProps) {
  const { t } = useTranslation()
  const open = useOpenNational(year)
  return (
    <Switch
      aria-label={t('settings.holidays.openOn', { name })}
      checked={isOpen}
      onChange={({ currentTarget }) => open.mutate({ holiday, isOpen: currentTarget.checked })}
    />
  )
}

function useWeekday(day: string): string {
  const { i18n } = useTranslation()
  const { tag } = languages[toLanguage(i18n.language) ?? 'pt']
  return new Intl.DateTimeFormat(tag, { timeZone: 'UTC', weekday: 'long' }).format(new Date(day))
}
