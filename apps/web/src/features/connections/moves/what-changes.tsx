import { Skeleton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { Failure } from '../../../ui/states/failure.tsx'
import { moveOf } from './moves.api.ts'
import styles from './what-changes.module.css'

/** What ends and what begins when a number is reached in the other way, and what stays. */
export function WhatChanges({ whatsappId }: { whatsappId: number }) {
  const { t } = useTranslation()
  const move = useQuery(moveOf(whatsappId))
  if (move.isError)
    return (
      <Failure title={t('connections.moves.failed')} cause={causeOf(move.error)} onRetry={() => void move.refetch()} />
    )
  if (!move.data) return <Skeleton height={180} aria-label={t('ui.loading')} />
  const lists = [
    { key: 'ends', traits: move.data.ends, icon: IconMinus },
    { key: 'begins', traits: move.data.begins, icon: IconPlus },
  ] as const
  return (
    <div className={styles.changes}>
      {lists.map(({ key, traits, icon: Icon }) => (
        <section key={key} className={styles.list} data-kind={key} aria-label={t(`connections.moves.${key}`)}>
          <h3>{t(`connections.moves.${key}`)}</h3>
          <ul>
            {traits.map((trait) => (
              <li key={trait}>
                <Icon size={14} stroke={2} aria-hidden />
                <span>{t(`connections.moves.traits.${trait}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.stays}>{t('connections.moves.stays')}</p>
    </div>
  )
}
