process.stdout.write('winnow\n')
