import { type ConnectionView, importStatuses } from '@guiche/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

/** Says how many messages were imported when an import of old messages ends on screen. */
export function useImportEnds(connections: ConnectionView[] | undefined): void {
  const { t } = useTranslation()
  const format = useFormat()
  /** By connection; of running imports. */
  const totals = useRef(new Map<number, number>())
  const tell = useEffectEvent((name: string, count: number) =>
    toast.success(t('connections.import.done', { name, count, total: format.number(count) })),
  )

  useEffect(() => {
    for (const { id, name, importProgress: progress, statusImportMessages: status } of connections ?? []) {
      const total = totals.current.get(id)
      if (progress !== null && progress.all >= 0) totals.current.set(id, progress.all)
      else if (total !== undefined) {
        totals.current.delete(id)
        // An import that was given up has no status.
        if (status === importStatuses.closable || status === importStatuses.running) tell(name, total)
      }
    }
  }, [connections])
}
