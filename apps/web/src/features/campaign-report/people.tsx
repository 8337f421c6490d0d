import {
  type CampaignCounts,
  type CampaignPeopleFilter,
  type CampaignPerson,
  type RecipientState,
  recipientStates,
} from '@guiche/contract'
import { Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { ListPanel } from '../../ui/list-page/list-panel.tsx'
import { type Tone, Status } from '../../ui/marks/status.tsx'
import { Phone } from '../../ui/text/phone.tsx'
import styles from './campaign-report.module.css'
import { campaignPeople } from './campaign-report.api.ts'
import { useReasonText } from './use-reason-text.ts'

interface Props {
  campaignId: number
  counts: CampaignCounts
  filter: CampaignPeopleFilter
  onFilter: (filter: CampaignPeopleFilter) => void
}

/** The people of the campaign by what became of them. */
export function CampaignPeople({ campaignId, counts, filter, onFilter }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const people = useInfiniteQuery(campaignPeople(campaignId, filter))
  const columns = useColumns()
  return (
    <ListPanel
      title={t('campaign-report.people')}
      list={listOf(people, (page) => page.people)}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name, number }) => name || number || t('campaign-report.erased')}
      filters={
        <Select
          size="xs"
          clearable
          className={styles.states ?? ''}
          aria-label={t('campaign-report.state')}
          placeholder={t('campaign-report.anyState')}
          data={recipientStates.map((state) => ({
            value: state,
            label: t('campaign-report.stateOf', {
              state: t(`campaign-report.states.${state}`),
              number: format.number(counts.states[state]),
            }),
          }))}
          value={filter.state ?? null}
          onChange={(chosen) => onFilter({ ...filter, state: recipientStates.find((state) => state === chosen) })}
        />
      }
      search={{
        label: t('campaign-report.search'),
        value: filter.searchParam,
        onChange: (searchParam) => onFilter({ ...filter, searchParam }),
      }}
      empty={{
        icon: <IconUsers size={32} stroke={1.3} />,
        title: t('campaign-report.noPeople'),
        text: t('campaign-report.noPeopleText'),
      }}
    />
  )
}

const tones: Record<RecipientState, Tone> = {
  waiting: 'quiet',
  reserved: 'quiet',
  sent: 'info',
  delivered: 'info',
  read: 'good',
  answered: 'good',
  failed: 'bad',
  uncertain: 'warn',
  skipped: 'quiet',
}

function useColumns(): Column<CampaignPerson>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const reasonText = useReasonText()
  return [
    {
      key: 'name',
      title: t('campaign-report.name'),
      card: 'head',
      width: '26%',
      cell: ({ name, number, email }) => (
        <>
          <b>{name || t(number === '' ? 'campaign-report.erased' : 'campaign-report.nameless')}</b>
          {email && <small>{email}</small>}
        </>
      ),
    },
    { key: 'number', title: t('campaign-report.number'), cell: ({ number }) => <Phone number={number} /> },
    {
      key: 'state',
      title: t('campaign-report.state'),
      width: '26%',
      cell: ({ state, reason }) => (
        <>
          <Status tone={tones[state]}>{t(`campaign-report.states.${state}`)}</Status>
          {reason !== null && <small>{reasonText(reason)}</small>}
        </>
      ),
    },
    {
      key: 'variant',
      title: t('campaign-report.text'),
      isExtra: true,
      cell: ({ variant }) => (variant === null ? '–' : t('campaign-report.message', { number: variant })),
    },
    {
      key: 'connection',
      title: t('campaign-report.connection', { count: 1 }),
      isExtra: true,
      cell: ({ connection }) => connection ?? '–',
    },
    {
      key: 'at',
      title: t('campaign-report.last'),
      width: 150,
      cell: (person) => {
        const last = lastOf(person)
        return last ? (
          <time dateTime={last.at}>
            {format.tableTime(last.at)}
            <small>{t(`campaign-report.happened.${last.what}`)}</small>
          </time>
        ) : (
          '–'
        )
      },
    },
  ]
}

function lastOf({ requestedAt, confirmedAt, reachedAt, answeredAt }: CampaignPerson) {
  if (answeredAt !== null) return { what: 'answered', at: answeredAt } as const
  if (reachedAt !== null) return { what: 'sent', at: reachedAt } as const
  if (confirmedAt !== null) return { what: 'confirmed', at: confirmedAt } as const
  return requestedAt === null ? undefined : ({ what: 'requested', at: requestedAt } as const)
}
