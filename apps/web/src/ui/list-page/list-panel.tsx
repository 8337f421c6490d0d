import page from '../page/page.module.css'
import { ListContent, type ListProps } from './list-content.tsx'
import { ListTools } from './list-page.tsx'
import styles from './list-page.module.css'

/** A list as the content of a tab, with the head of a list page and a smaller title. */
export function ListPanel<Row>(props: ListProps<Row>) {
  const { title, list } = props
  return (
    <section aria-label={title}>
      <header className={page.head}>
        <h2 className={styles.panelTitle}>
          {title} {list.count !== undefined && <span className={page.total}>{list.count}</span>}
        </h2>
        <div className={page.tools}>
          <ListTools {...props} />
        </div>
      </header>
      <ListContent {...props} />
    </section>
  )
}
