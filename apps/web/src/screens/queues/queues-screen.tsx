import type { QueueView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueueDialog } from '../../features/queues/queue-dialog.tsx'
import { useQueueLoads } from '../../features/queues/queue-loads.api.ts'
import { QueueUses } from '../../features/queues/queue-uses.tsx'
import { queueList, useDeleteQueue, useLiveQueues, useOrderQueues } from '../../features/queues/queues.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useFormat } from '../../lib/format.ts'
import { useCompanySettings } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { wholeList } from '../../lib/cache/whole-list.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { OrderedRows } from '../../ui/list-page/order/ordered-rows.tsx'
import { QueueMark } from '../../ui/marks/marks.tsx'
import styles from './queues-screen.module.css'

export function QueuesScreen() {
  const { t } = useTranslation()
  useTitle(t('queues.title'))
  useLiveQueues()
  const queues = useQuery(queueList)
  const remove = useDeleteQueue()
  const order = useOrderQueues()
  const { scheduleType } = useCompanySettings()
  const [edited, setEdited] = useState<QueueView | 'new'>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('queues.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('queues.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('queues.title')}
        list={wholeList(queues)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={add('filled')}
        empty={{
          icon: <IconSitemap size={32} stroke={1.3} />,
          title: t('queues.empty'),
          text: t('queues.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(queue) => remove.mutateAsync(queue)}
        deleteText={(queue) => (
          <>
            <QueueUses queue={queue} />
            <p>{t('queues.deleteText')}</p>
          </>
        )}
        ordered={(list) => <OrderedRows {...list} onOrder={order.mutate} />}
      />
      {edited && (
        <QueueDialog
          queue={edited === 'new' ? undefined : edited}
          others={(queues.data ?? []).filter((queue) => queue !== edited)}
          hasHours={scheduleType === 'queue'}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function useColumns(): Column<QueueView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const loads = useQueueLoads()
  return [
    { key: 'id', title: t('queues.id'), cell: ({ id }) => <span className={styles.quiet}>{id}</span>, card: 'none' },
    {
      key: 'name',
      title: t('queues.name'),
      card: 'head',
      cell: (queue) => (
        <b>
          <QueueMark queue={queue} />
        </b>
      ),
    },
    {
      key: 'order',
      title: t('queues.order'),
      cell: ({ orderQueue }) => orderQueue,
    },
    {
      key: 'greeting',
      title: t('queues.greeting'),
      cell: ({ greetingMessage }) =>
        greetingMessage ? (
          <span className="cut-lines">{greetingMessage}</span>
        ) : (
          <span className={styles.quiet}>{t('queues.none')}</span>
        ),
    },
    {
      key: 'options',
      title: t('queues.options'),
      cell: ({ chatbots }) => (
        <span className={styles.quiet}>{t('queues.optionCount', { count: chatbots.length })}</span>
      ),
    },
    {
      key: 'served',
      title: t('queues.served'),
      isNumeric: true,
      cell: ({ id }) => loads && format.number(loads.get(id) ?? 0),
    },
  ]
}
