import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../features/kanban/kanban.module.css'
import { queueList } from '../../features/queues/queues.api.ts'
import { useMe } from '../../lib/session.ts'

/** `own`: the queues that the user belongs to; `all`: everything that they see; or the id of a queue. */
type Chosen = string

/** At first the board shows one's own queues; those of somebody who belongs to none are all that they see. */
export function useChosenQueues() {
  const { queues } = useMe()
  const [chosen, choose] = useState<Chosen>(queues.length > 0 ? 'own' : 'all')
  const queueIds = useMemo(() => {
    if (chosen === 'all') return undefined
    return chosen === 'own' ? queues.map(({ id }) => id) : [Number(chosen)]
  }, [chosen, queues])
  return { chosen, choose, queueIds }
}

export function QueueChoice({ chosen, onChoose }: { chosen: Chosen; onChoose: (chosen: Chosen) => void }) {
  const { t } = useTranslation()
  const { queues: own, profile, allTicket } = useMe()
  const seesAll = profile !== 'user' || allTicket === 'enable'
  const { data: all = [] } = useQuery({ ...queueList, enabled: seesAll })
  const queues = seesAll ? all : own
  return (
    <Select
      size="xs"
      className={styles.queues ?? ''}
      aria-label={t('kanban.queues')}
      allowDeselect={false}
      data={[
        ...(own.length > 0 ? [{ value: 'own', label: t('kanban.myQueues') }] : []),
        ...(seesAll || own.length === 0 ? [{ value: 'all', label: t('kanban.allQueues') }] : []),
        ...queues.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={chosen}
      onChange={(value) => onChoose(value ?? 'all')}
    />
  )
}
