import type { ScheduleStatus, ScheduleView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type Tone, Status } from '../../ui/marks/status.tsx'

const tones: Record<ScheduleStatus, Tone> = { PENDENTE: 'info', AGENDADA: 'info', ENVIADA: 'good', ERRO: 'bad' }

type Shown = Pick<ScheduleView, 'status' | 'isLate'>

export function ScheduleState(schedule: Shown) {
  const text = useScheduleState()
  const { status, isLate } = schedule
  return <Status tone={status === 'ENVIADA' && isLate ? 'warn' : tones[status]}>{text(schedule)}</Status>
}

export function useScheduleState(): (schedule: Shown) => string {
  const { t } = useTranslation()
  return ({ status, isLate }) => t(`schedules.status.${status === 'ENVIADA' && isLate ? 'late' : status}`)
}

/** Why it waits although its time has come. */
export function useScheduleHold(): (schedule: Pick<ScheduleView, 'hold'>) => string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ hold }) => {
    if (!hold) return undefined
    return hold.until === null ? t('schedules.held') : t('schedules.heldUntil', { time: format.dateTime(hold.until) })
  }
}

/** Why it was not sent. */
export function useScheduleFailure(): (schedule: Pick<ScheduleView, 'failure'>) => string | undefined {
  const { t, i18n } = useTranslation()
  return ({ failure }) => {
    if (failure === null) return undefined
    const key = `errors.${failure}`
    return i18n.exists(key) ? t(key) : t('errors.unknown')
  }
}
