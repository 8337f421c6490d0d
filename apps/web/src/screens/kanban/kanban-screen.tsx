import type { KanbanLane, TagView } from '@guiche/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconLayoutKanban, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../features/kanban/board.tsx'
import { boardLanes } from '../../features/kanban/kanban.api.ts'
import styles from '../../features/kanban/kanban.module.css'
import { LaneSkeleton } from '../../features/kanban/lane-skeleton.tsx'
import { useBoardLive } from '../../features/kanban/use-board-live.ts'
import { useDeleteTag } from '../../features/tags/tags.api.ts'
import { TagDialog } from '../../features/tags/tag-dialog.tsx'
import { causeOf } from '../../lib/api-error.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { mayAdminister } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { RemovalDialog } from '../../ui/dialogs/removal-dialog.tsx'
import { SearchField } from '../../ui/list-page/search-field.tsx'
import { Page } from '../../ui/page/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { QueueChoice, useChosenQueues } from './queue-choice.tsx'

/** Tickets in lanes by their kanban tags; the cards of one's own queues, or of others that one sees. */
export function KanbanScreen() {
  const { t } = useTranslation()
  useTitle(t('kanban.title'))
  const isAdmin = mayAdminister(useMe())
  const [searchParam, setSearch] = useState('')
  const { chosen, choose, queueIds } = useChosenQueues()
  const shown = useMemo(() => ({ ...(queueIds && { queueIds }), searchParam }), [queueIds, searchParam])
  useBoardLive(shown)
  const { data: lanes, error, isPending, isFetching, refetch } = useQuery(boardLanes(shown))
  const remove = useDeleteTag()
  const [edited, setEdited] = useState<TagView | 'new'>()
  const [removed, setRemoved] = useState<TagView>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('kanban.add'), group: 'general', icon: IconPlus, run: create }])
  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('kanban.add')}
    </Button>
  )

  return (
    <Page
      title={t('kanban.title')}
      count={lanes?.reduce((sum, { count }) => sum + count, 0)}
      tools={
        <>
          <QueueChoice chosen={chosen} onChoose={choose} />
          <SearchField label={t('kanban.search')} value={searchParam} onChange={setSearch} />
          {add('filled')}
        </>
      }
    >
      {isPending && (
        <div className={styles.board}>
          {[4, 3, 2].map((cards) => (
            <div key={cards} className={styles.lane}>
              <div className={styles.laneHead} />
              <div className={styles.laneCards}>
                <LaneSkeleton cards={cards} />
              </div>
            </div>
          ))}
        </div>
      )}
      {error && !lanes && <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {lanes && (
        <Board
          lanes={lanes}
          shown={shown}
          laneMenu={({ tag }: KanbanLane) =>
            isAdmin && tag && <LaneMenu tag={tag} onEdit={() => setEdited(tag)} onRemove={() => setRemoved(tag)} />
          }
        >
          {lanes.length === 1 && (
            <div className={styles.first}>
              <EmptyState
                icon={<IconLayoutKanban size={32} stroke={1.3} aria-hidden />}
                title={t('kanban.noLanes')}
                actions={add('default')}
              >
                {t('kanban.noLanesText')}
              </EmptyState>
            </div>
          )}
        </Board>
      )}
      {edited && (
        <TagDialog kind={1} tag={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removed && (
        <RemovalDialog
          name={removed.name}
          onRemove={() => remove.mutateAsync(removed)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('tags.lanes.deleteText')}</p>
        </RemovalDialog>
      )}
    </Page>
  )
}

function LaneMenu({ tag, onEdit, onRemove }: { tag: TagView; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('kanban.more', { name: tag.name })}>
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('ui.edit')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
          {t('ui.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
