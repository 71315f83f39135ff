-- What pages left behind has another shape now; pages that are scraped again leave it anew.
delete from page_traces;
