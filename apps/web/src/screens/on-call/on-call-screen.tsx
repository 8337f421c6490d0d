import { type OnCallView, api } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPhoneCall, IconPlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoticeList } from '../../features/on-call/notice-list.tsx'
import { OnCallDialog } from '../../features/on-call/on-call-dialog.tsx'
import { roster, useDeleteOnCall, useLiveOnCall } from '../../features/on-call/on-call.api.ts'
import { ShiftLines } from '../../features/on-call/shift-lines.tsx'
import { WeekChart } from '../../features/on-call/week-chart.tsx'
import { call } from '../../lib/api.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { wholeList } from '../../lib/cache/whole-list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { Phone } from '../../ui/text/phone.tsx'

/** Somebody may have been added since, and no event of this screen tells. */
const people = queryOptions({
  queryKey: ['on-call-people'],
  queryFn: ({ signal }) => call(api.pickUsers, { query: {} }, { signal }),
  staleTime: 0,
})

/** Who is on call, and when; the week with its gaps; and the last notices. */
export function OnCallScreen() {
  const { t } = useTranslation()
  useTitle(t('on-call.title'))
  useLiveOnCall()
  const query = useQuery(roster)
  const { data: users = [] } = useQuery(people)
  const remove = useDeleteOnCall()
  const [edited, setEdited] = useState<OnCallView | 'new'>()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('on-call.add'), group: 'general', icon: IconPlus, run: create }])
  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('on-call.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('on-call.title')}
        list={wholeList(query)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ user }) => user.name}
        actions={add('filled')}
        after={
          query.data &&
          query.data.length > 0 && (
            <>
              <WeekChart roster={query.data} />
              <NoticeList />
            </>
          )
        }
        empty={{
          icon: <IconPhoneCall size={32} stroke={1.3} />,
          title: t('on-call.empty'),
          text: t('on-call.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(row) => remove.mutateAsync(row)}
        deletedText={t('on-call.removed')}
        deleteText={() => t('on-call.deleteText')}
      />
      {edited && (
        <OnCallDialog row={edited === 'new' ? undefined : edited} users={users} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function useColumns(): Column<OnCallView>[] {
  const { t } = useTranslation()
  return [
    { key: 'id', title: t('on-call.id'), cell: ({ id }) => id, card: 'none' },
    { key: 'user', title: t('on-call.user'), card: 'head', cell: ({ user }) => <b>{user.name}</b> },
    {
      key: 'phone',
      title: t('on-call.phone'),
      cell: ({ phone }) => <Phone number={phone} />,
    },
    {
      key: 'shifts',
      title: t('on-call.shifts'),
      cell: ({ days }) => <ShiftLines days={days} />,
    },
    {
      key: 'interval',
      title: t('on-call.every'),
      cell: ({ interval, afterNotices }) => (
        <>
          {t('on-call.minutes', { count: interval })}
          {afterNotices > 0 && `, ${t('on-call.after', { count: afterNotices })}`}
        </>
      ),
    },
  ]
}
