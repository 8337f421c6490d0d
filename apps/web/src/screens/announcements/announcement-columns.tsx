import type { AnnouncementView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { PriorityMark } from '../../features/announcements/priority-mark.tsx'
import { useFormat } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { Status } from '../../ui/marks/status.tsx'

export function useAnnouncementColumns(): Column<AnnouncementView>[] {
  const { t } = useTranslation()
  const timeOf = useTimeText()
  return [
    {
      key: 'title',
      title: t('announcements.titleOf'),
      width: '36%',
      card: 'head',
      cell: ({ title }) => <b className="cut-lines">{title}</b>,
    },
    {
      key: 'priority',
      title: t('announcements.priority'),
      cell: ({ priority }) => <PriorityMark priority={priority} />,
    },
    { key: 'media', title: t('announcements.picture'), cell: ({ mediaName }) => mediaName ?? '–' },
    {
      key: 'status',
      title: t('announcements.status'),
      cell: ({ status }) => (
        <Status tone={status ? 'good' : 'quiet'}>
          {t(`announcements.statuses.${status ? 'active' : 'inactive'}`)}
        </Status>
      ),
    },
    { key: 'time', title: t('announcements.time'), isExtra: true, cell: timeOf },
    {
      key: 'plans',
      title: t('announcements.plans'),
      isExtra: true,
      cell: ({ planIds }) =>
        planIds ? t('announcements.planCount', { count: planIds.length }) : t('announcements.allPlans'),
    },
  ]
}

function useTimeText(): (announcement: AnnouncementView) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ validFrom, validUntil }) => {
    const from = validFrom && format.tableTime(validFrom)
    const until = validUntil && format.tableTime(validUntil)
    if (from && until) return t('announcements.fromUntil', { from, until })
    if (from) return t('announcements.fromOnly', { from })
    return until ? t('announcements.untilOnly', { until }) : t('announcements.always')
  }
}
