/** A kind of result: the hosts it is found on, or the kind of file it is. */
interface Category {
  sites: readonly string[]
  fileType?: string
}

const CATEGORIES = {
  github: { sites: ['github.com'] },
  research: {
    sites: [
      'arxiv.org',
      'ncbi.nlm.nih.gov',
      'semanticscholar.org',
      'nature.com',
      'science.org',
      'sciencedirect.com',
      'springer.com',
      'ieee.org',
      'acm.org',
      'biorxiv.org',
      'medrxiv.org',
      'plos.org',
      'openreview.net',
      'jstor.org',
    ],
  },
  pdf: { sites: [], fileType: 'pdf' },
  developer: {
    sites: [
      'github.com',
      'gitlab.com',
      'stackoverflow.com',
      'developer.mozilla.org',
      'readthedocs.io',
      'docs.python.org',
      'docs.rs',
      'pkg.go.dev',
      'npmjs.com',
      'pypi.org',
      'learn.microsoft.com',
      'developer.apple.com',
      'developers.google.com',
      'docs.oracle.com',
      'kubernetes.io',
    ],
  },
} as const satisfies Record<string, Category>

export type CategoryName = keyof typeof CATEGORIES

export function categoryOf(name: CategoryName | undefined): Category {
  return name === undefined ? { sites: [] } : CATEGORIES[name]
}
