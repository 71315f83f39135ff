/** Which of the operator's upstream proxies a connection takes; without one configured it goes straight out. */
export interface Way {
  kind: 'basic' | 'enhanced'
  /** ISO country in capitals; fills `{country}` in the proxy's URL. */
  country: string
}
