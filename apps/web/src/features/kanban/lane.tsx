import type { KanbanLane } from '@guiche/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { pagingOf } from '../../lib/cache/list.ts'
import { useFormat } from '../../lib/format.ts'
import { useNearEnd } from '../../ui/list-page/use-near-end.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { type Shown, laneIdOf } from './board-keys.ts'
import { Card } from './card.tsx'
import { laneCards } from './kanban.api.ts'
import styles from './kanban.module.css'
import { LaneSkeleton } from './lane-skeleton.tsx'
import type { Carry } from './use-carry.ts'

interface Props {
  lane: KanbanLane
  lanes: KanbanLane[]
  shown: Shown
  carry: Carry
  /** The id of the text that explains the keys. */
  hint: string
  menu: ReactNode
}

/** One lane, which is filled while it is scrolled. */
export function Lane({ lane, lanes, shown, carry, hint, menu }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const laneId = laneIdOf(lane)
  const query = useInfiniteQuery(laneCards(shown, laneId))
  const { canLoadMore, isLoadingMore, onMore } = pagingOf(query)
  const end = useNearEnd<HTMLDivElement>(onMore, canLoadMore)
  const cards = query.data?.pages.flatMap((page) => page.cards) ?? []
  const name = lane.tag?.name ?? t('kanban.open')
  const { carried } = carry
  const slot = carried?.to.laneId === laneId ? carried.to.index : undefined
  // The slot is among the other cards.
  const others = cards.filter(({ id }) => id !== carried?.card.id)
  const isBefore = (id: number) => slot !== undefined && others[slot]?.id === id
  const isLast = slot !== undefined && slot >= others.length

  return (
    <section className={styles.lane} data-lane={laneId} aria-label={t('kanban.lane', { name, count: lane.count })}>
      <header className={styles.laneHead}>
        <span
          className={styles.laneMark}
          style={{ '--color': lane.tag?.color ?? 'var(--g-line-strong)' }}
          aria-hidden
        />
        <h2 className="cut" title={name}>
          {name}
        </h2>
        <span className={styles.laneCount}>{format.number(lane.count)}</span>
        {menu}
      </header>
      <div className={styles.laneCards}>
        {query.isPending && <LaneSkeleton />}
        {query.error && (
          <Failure cause={causeOf(query.error)} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        )}
        {query.isSuccess && cards.length === 0 && slot === undefined && (
          <p className={styles.noCards}>{t(shown.searchParam ? 'kanban.nothingFound' : 'kanban.noCards')}</p>
        )}
        <ul>
          {cards.map((card) => (
            <Fragment key={card.id}>
              {isBefore(card.id) && <Slot />}
              <Card card={card} laneId={laneId} lanes={lanes} carry={carry} hint={hint} />
            </Fragment>
          ))}
          {isLast && <Slot />}
        </ul>
        <div ref={end} className={styles.laneEnd}>
          {isLoadingMore && <LaneSkeleton cards={1} />}
        </div>
      </div>
    </section>
  )
}

/** Where the carried card would be put down. */
function Slot() {
  const slot = useRef<HTMLLIElement>(null)
  useEffect(() => {
    slot.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return <li ref={slot} className={styles.slot} aria-hidden />
}
