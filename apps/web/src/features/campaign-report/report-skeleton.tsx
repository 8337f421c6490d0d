import { Skeleton } from '@mantine/core'
import styles from './campaign-report.module.css'

/** Placeholders for figures, chart and details in their real height. */
export function ReportSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.loading} role="status" aria-busy aria-label={label}>
      <Skeleton height={36} />
      <div>
        {[0, 1, 2, 3].map((nth) => (
          <Skeleton key={nth} height={76} />
        ))}
      </div>
      <Skeleton height={300} />
      <Skeleton height={200} />
    </div>
  )
}
