import { Skeleton } from '@mantine/core'
import { companyStates } from '@guiche/contract'
import styles from './overview.module.css'

/** Placeholders for the figures in their real height. */
export function OverviewSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.loading} role="status" aria-busy aria-label={label}>
      {[0, 1].map((row) => (
        <div key={row}>
          {companyStates.map((state) => (
            <Skeleton key={state} height={64} />
          ))}
        </div>
      ))}
      <Skeleton height={220} />
    </div>
  )
}
