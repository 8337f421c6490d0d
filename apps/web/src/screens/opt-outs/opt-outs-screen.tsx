import type { OptedOutPerson } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportedOptOuts,
  optedOutPeople,
  useEndOptOut,
  useLiveOptedOut,
} from '../../features/opt-outs/opted-out.api.ts'
import { ReasonDialog } from '../../features/opt-outs/reason-dialog.tsx'
import { useCause } from '../../features/opt-outs/use-cause.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useFormat } from '../../lib/format.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import { Phone } from '../../ui/text/phone.tsx'

/** Who gets no campaigns, since when, and why. */
export function OptOutsScreen() {
  const { t } = useTranslation()
  const title = t('opted-out.title')
  useTitle(title)
  useLiveOptedOut()
  const [searchParam, setSearch] = useState('')
  const [returning, setReturning] = useState<OptedOutPerson>()
  const people = useInfiniteQuery(optedOutPeople(searchParam))
  const end = useEndOptOut()
  const save = useMutation({
    mutationFn: () => exportedOptOuts(searchParam),
    onSuccess: (file) => saveFile(file, `${title}.csv`),
  })
  const nameOf = ({ contact }: OptedOutPerson) => contact?.name || t('opted-out.nobody')

  return (
    <>
      <ListPage
        title={title}
        list={listOf(people, (page) => page.people)}
        columns={useColumns(nameOf)}
        rowKey={({ id }) => id}
        rowName={nameOf}
        search={{ label: t('opted-out.search'), value: searchParam, onChange: setSearch }}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('opted-out.export')}
          </Button>
        }
        empty={{
          icon: <IconBellOff size={32} stroke={1.3} />,
          title: t('opted-out.empty'),
          text: t('opted-out.emptyText'),
        }}
        rowMenu={(person) => (
          <Menu.Item leftSection={<IconBellRinging size={16} />} onClick={() => setReturning(person)}>
            {t('opted-out.back')}
          </Menu.Item>
        )}
      />
      {returning && (
        <ReasonDialog
          name={nameOf(returning)}
          kind="back"
          isBusy={end.isPending}
          onChange={(reason, done) => end.mutate({ id: returning.id, reason }, done)}
          onClose={() => setReturning(undefined)}
        />
      )}
    </>
  )
}

function useColumns(nameOf: (person: OptedOutPerson) => string): Column<OptedOutPerson>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const causeOf = useCause()
  return [
    {
      key: 'name',
      title: t('opted-out.name'),
      card: 'head',
      width: '26%',
      cell: (person) => (
        <>
          <b>{nameOf(person)}</b>
          {!person.contact && <small>{t('opted-out.nobodyHint')}</small>}
        </>
      ),
    },
    {
      key: 'number',
      title: t('opted-out.number'),
      width: '20%',
      cell: ({ contact }) => (contact ? <Phone number={contact.number} /> : '–'),
    },
    { key: 'cause', title: t('opted-out.cause'), cell: (person) => causeOf(person) },
    {
      key: 'since',
      title: t('opted-out.since'),
      width: 150,
      cell: ({ at }) => <time dateTime={at}>{format.tableTime(at)}</time>,
    },
  ]
}
