import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { HoldGroup } from './group-holds.ts'

/** "Loja Centro: Horário de silêncio, até 08:00" */
export function useHoldText(): (group: HoldGroup) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ reason, until, names }) => {
    const short = t(`sending-guard.short.${reason}`)
    const what = until === null ? short : t('sending-guard.heldUntil', { what: short, time: format.ahead(until) })
    return names.length === 0 ? what : t('sending-guard.heldOf', { names: names.join(', '), what })
  }
}
