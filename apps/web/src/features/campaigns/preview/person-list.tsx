import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/cache/queries.ts'
import { phoneText } from '../../../lib/phone.ts'
import { type PlannedCampaign, type ShownGroup, previewPeople } from './preview.api.ts'
import styles from './preview.module.css'

interface Props {
  planned: PlannedCampaign
  shown: ShownGroup
  label: string
}

/** The people of one group, by pages. */
export function PersonList({ planned, shown, label }: Props) {
  const { t } = useTranslation()
  const people = useInfiniteQuery(previewPeople(planned, shown))
  const found = people.data?.pages.flatMap((page) => page.people) ?? []
  if (people.isPending) return <Skeleton height={32} />
  if (people.isError && found.length === 0) return <p className={styles.warning}>{errorText(people.error)}</p>
  return (
    <div className={styles.people}>
      <ul aria-label={label}>
        {found.map(({ key, name, number }, nth) => (
          // A double entry has the key of the other one.
          <li key={`${key} ${nth}`}>
            <span className="cut">{name}</span>
            <small>{writtenNumber(number)}</small>
          </li>
        ))}
      </ul>
      {people.hasNextPage && (
        <Button
          size="compact-xs"
          variant="default"
          loading={people.isFetchingNextPage}
          onClick={() => void people.fetchNextPage()}
        >
          {t('campaign-preview.more')}
        </Button>
      )}
    </div>
  )
}

/** What is no number is shown as it was written, because that is why it is here. */
export function writtenNumber(number: string): string {
  const phone = phoneText(number)
  return 'text' in phone ? phone.text : number
}
